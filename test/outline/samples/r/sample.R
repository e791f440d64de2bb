library(R6)

DEFAULT_PORT <- 1883
TOPICS <- c(
  "state",
  "events"
)
counter <- 0

connect <- function(host, port = DEFAULT_PORT) {
  backoff <- function(attempt) {
    2^attempt
  }
  backoff(1)
}

encode = function(value) as.character(value)

Client <- R6Class(
  "Client",
  public = list(
    host = NULL,
    initialize = function(host) {
      self$host <- host
    },
    send = function(bytes) {
      invisible(self)
    }
  )
)

setGeneric("size", function(x) standardGeneric("size"))

setMethod("size", "Client", function(x) {
  1
})

print.client <- function(x, ...) {
  cat(x$host)
}

test_that("connects to the host", {
  expect_true(TRUE)
})
