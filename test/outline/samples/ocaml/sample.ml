open Printf

let default_port = 1883

let topics = [
  "state";
  "events";
]

type state = Open | Closed

type 'a message = {
  topic : string;
  body : 'a;
}
and token = int

exception Refused of int

external poll : int -> int = "caml_poll"

module type Transport = sig
  type t
  val send : t -> bytes -> unit
end

module Make (T : Transport) = struct
  let retries = 3

  let connect ?(port = default_port) (transport : T.t) host =
    let backoff attempt = 1 lsl attempt in
    ignore (backoff port)

  module Options = struct
    let merge _a b = b
  end
end

let rec even n =
  if n = 0 then true else odd (n - 1)

and odd n =
  if n = 0 then false else even (n - 1)

let ( <+> ) a b = a + b

let shout = fun text -> String.uppercase_ascii text

class client host = object (self)
  method connect port =
    printf "%s:%d" host port

  method private close = ()
end

let () =
  printf "hello"
