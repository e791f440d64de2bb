load("@rules//:defs.bzl", "rule")

DEFAULT_PORT = 1883
TOPICS = [
    "state",
    "events",
]

ClientInfo = provider(fields = ["host"])

def _impl(ctx):
    def helper(name):
        return name

    return [ClientInfo(host = helper(ctx.attr.host))]

client = rule(
    implementation = _impl,
)

def client_library(
        name,
        srcs = [],
        **kwargs):
    native.cc_library(name = name, srcs = srcs, **kwargs)

def client_binary(name):
    native.cc_binary(name = name)

def _join(parts):
    return ",".join(parts)

def client_test(name):
    native.cc_test(name = name)
