import Foundation

let defaultPort = 1883
var counter = 0

typealias Handler = (String) -> Void

protocol Transport: AnyObject {
    associatedtype Frame
    func send(_ frame: Frame) throws
}

@available(iOS 15, *)
@MainActor
public final class Client<T: Transport>: NSObject, Disposable {
    static let version = 5
    private let transport: T

    var isOpen: Bool {
        return counter > 0
    }

    init(transport: T) {
        self.transport = transport
    }

    deinit {
        counter -= 1
    }

    @discardableResult
    func connect(
        host: String,
        port: Int = defaultPort
    ) async throws -> Bool {
        func backoff(_ attempt: Int) -> Int {
            1 << attempt
        }
        return backoff(1) > 0
    }

    subscript(index: Int) -> String {
        "topic"
    }

    struct Options {
        func merge(_ other: Options) -> Options { other }
    }
}

enum State: String {
    case open, closed

    func live() -> Bool { self == .open }
}

extension Client: CustomStringConvertible where T: Hashable {
    var description: String { "client" }

    func close() {}
}

actor Registry {
    func add(_ name: String) {}
}

func encode<V: Encodable>(_ value: V) -> Data {
    Data()
}

final class ClientTests: XCTestCase {
    func testConnects() throws {
        XCTAssertTrue(true)
    }
}
