package example.mqtt

import kotlin.math.pow

const val DEFAULT_PORT = 1883
val topics = listOf(
    "state",
    "events",
)
private var counter = 0

typealias Handler = (String) -> Unit

@Serializable
@Deprecated("use v5")
data class Message<T : Any>(
    val topic: String,
    val body: T,
) : Base(topic), Comparable<Message<T>> {
    val size: Int
        get() = topic.length

    constructor(topic: String) : this(topic, error("none")) {
        counter++
    }

    @Throws(IOException::class)
    suspend fun send(
        host: String,
        port: Int = DEFAULT_PORT,
    ): Boolean {
        fun backoff(attempt: Int): Int = attempt * 2
        return backoff(1) > 0
    }

    override fun compareTo(other: Message<T>) = 0

    companion object {
        const val VERSION = 5

        fun empty(): Message<String> = Message("", "")
    }

    inner class Cursor {
        fun next() {}
    }
}

interface Transport {
    fun close()
}

sealed interface Event

enum class State(val code: Int) {
    OPEN(1),
    CLOSED(2);

    fun live(): Boolean = this == OPEN
}

object Registry : Transport {
    override fun close() {}
}

fun <T> List<T>.second(): T = this[1]

fun main(args: Array<String>) {
    println(args)
}

class MessageTest {
    @Test
    fun `sends a message`() {
    }
}
