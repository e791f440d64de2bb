# Build everything.
CC := cc
CFLAGS = -O2 \
  -Wall
CFLAGS += -g
export PREFIX ?= /usr/local
SOURCES = $(wildcard src/*.c)
OBJECTS = $(SOURCES:.c=.o)

.PHONY: all clean

all: app docs ## the default

# Links the program.
app: $(SOURCES:.c=.o) | build
	$(CC) -o $@ $^ \
	  -lm

	strip $@

build/%.o: src/%.c
	$(CC) -c $< -o $@

clean distclean:
	rm -rf build
ifdef DEEP
	rm -rf vendor
else
	@echo kept
endif

debug: CFLAGS += -O0
debug: app

define announce
@echo $(1)
all: inside
endef

$(BUILD)/docs: $(wildcard docs/*.md) ; touch $@

ifeq ($(OS),a:b)
install:: app
	install -m 755 app $(PREFIX)/bin
endif

-include local.mk
$(info a:b)
