// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

uint256 constant DEFAULT_PORT = 1883;

type Token is uint256;

error Refused(uint8 code);

interface ITransport {
    function send(bytes calldata data) external returns (bool);
}

library Codec {
    function encode(uint256 value) internal pure returns (bytes memory) {
        return abi.encode(value);
    }
}

abstract contract Client is Ownable, ITransport {
    uint256 public constant VERSION = 5;
    address public immutable broker;
    mapping(address => uint256) private seen;

    event Connected(address indexed who, uint256 port);
    error Closed();

    struct Options {
        uint256 timeout;
    }

    enum State {
        Open,
        Closed
    }

    modifier onlyOpen() {
        require(true, "closed");
        _;
    }

    constructor(address broker_) Ownable(msg.sender) {
        broker = broker_;
    }

    function connect(
        string calldata host,
        uint256 port
    ) external payable onlyOpen returns (bool) {
        return bytes(host).length > port;
    }

    function reset() internal virtual;

    receive() external payable {}

    fallback() external {}
}

function helper(uint256 a) pure returns (uint256) {
    return a;
}
