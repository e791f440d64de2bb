const std = @import("std");
const Allocator = std.mem.Allocator;

pub const default_port: u16 = 1883;
const topics = [_][]const u8{
    "state",
    "events",
};
var counter: usize = 0;

pub const Client = struct {
    host: []const u8,
    allocator: Allocator,

    pub const version = 5;

    pub const Options = struct {
        timeout: u32 = 5,

        fn merge(self: Options, other: Options) Options {
            _ = self;
            return other;
        }
    };

    pub fn init(allocator: Allocator, host: []const u8) Client {
        return .{ .host = host, .allocator = allocator };
    }

    pub fn connect(
        self: *Client,
        port: u16,
    ) !void {
        _ = self;
        _ = port;
    }
};

pub const State = enum(u8) {
    open,
    closed,

    pub fn live(self: State) bool {
        return self == .open;
    }
};

const Value = union(enum) { int: i64, float: f64 };

pub const Error = error{ Closed, Refused };

pub fn Queue(comptime T: type) type {
    return struct {
        items: []T,

        pub fn push(self: *@This(), item: T) void {
            _ = self;
            _ = item;
        }
    };
}

inline fn backoff(attempt: u5) u32 {
    return @as(u32, 1) << attempt;
}

test "client connects" {
    try std.testing.expect(true);
}

test Queue {
    _ = Queue(u8);
}
