package example.mqtt

import scala.concurrent.Future

trait Transport[F[_]] {
  type Frame
  def send(bytes: Array[Byte]): F[Unit]
  def close(): Unit = ()
}

@deprecated("use v5", "2.0")
final class Client[T <: Transport[Future]](host: String, port: Int = 1883)
    extends Base(host)
    with AutoCloseable {
  private val topics = List("state")

  override def close(): Unit = {
    def backoff(attempt: Int): Int = 1 << attempt
    backoff(1)
  }

  @inline
  def connect[A](retries: Int)(implicit ec: ExecutionContext): Future[A] =
    Future.never
}

object Client {
  val DefaultPort = 1883
  val Topics = List(
    "state",
    "events"
  )

  def apply(host: String): Client[Nothing] = new Client(host)

  case class Options(timeout: Int, retries: Int) {
    def merge(other: Options): Options = other
  }

  sealed trait State
  case object Open extends State
}

enum Color {
  case Red, Green

  def hex: String = "#000"
}

type Handler = String => Unit

def topLevel(x: Int): Int =
  x + 1

class ClientSuite extends FunSuite {
  test("connects") {
    assert(true)
  }
}
