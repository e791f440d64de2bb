//! A small client.
use std::fmt::{self, Display};

/// How long to wait.
pub const KEEP_ALIVE: u16 = 60;
static DEFAULT_TOPICS: &[&str] = &[
    "state",
    "events",
];

pub type Result<T> = std::result::Result<T, ClientError>;

#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MqttClient<T: Transport> {
    transport: T,
    topics: Vec<String>,
}

struct Marker(u8);

#[derive(Debug)]
pub enum ClientError {
    Closed,
    Refused { code: u8 },
}

pub trait Transport: Send {
    type Frame;
    fn send(&mut self, frame: Self::Frame) -> Result<()>;

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl<T> MqttClient<T>
where
    T: Transport,
{
    const RETRIES: u8 = 3;

    pub fn new(transport: T) -> Self {
        Self { transport, topics: vec![] }
    }

    /// Connects, and says why not.
    #[must_use]
    // the server may be slow
    #[inline]
    pub async fn connect(
        &mut self,
        host: &str,
        port: u16,
    ) -> Result<()> {
        fn backoff(attempt: u8) -> u64 {
            2u64.pow(attempt as u32)
        }
        let _ = backoff(1);
        Ok(())
    }
}

impl<T: Transport> fmt::Display for MqttClient<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.topics.len())
    }
}

mod codec {
    pub fn encode(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    pub mod v5 {
        pub fn encode() {}
    }
}

macro_rules! topic {
    ($name:expr) => {
        $name.to_string()
    };
}

extern "C" {
    fn poll(fds: *mut u8, count: u64) -> i32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_nothing() {
        assert!(codec::encode(&[]).is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn connects() {}
}
