{-# LANGUAGE LambdaCase #-}
module Mqtt.Client (connect, State (..)) where

import qualified Data.Map as Map

-- | The port.
defaultPort :: Int
defaultPort = 1883

type Topic = String

data State
  = Open
  | Closed
  deriving (Show, Eq)

newtype Token = Token { unToken :: Int }

data Client a = Client
  { host :: String
  , body :: a
  }

class Transport t where
  send :: t -> String -> IO ()
  close :: t -> IO ()
  close _ = pure ()

instance Transport (Client a) where
  send client text = putStrLn text

-- | Connects.
connect :: String -> Int -> IO (Maybe Token)
connect "" _ = pure Nothing
connect host port
  | port > 0 = pure (Just (Token port))
  | otherwise = go 3
  where
    go n = pure Nothing

backoff 0 = 1
backoff n = 2 * backoff (n - 1)

(<+>) :: Int -> Int -> Int
a <+> b = a + b

shout :: String -> String
shout = map succ

main :: IO ()
main = do
  putStrLn "hello"
