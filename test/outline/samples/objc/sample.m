#import <Foundation/Foundation.h>

#define DEFAULT_PORT 1883
static NSString *const kTopic = @"state";

@protocol Transport <NSObject>
- (void)sendBytes:(NSData *)bytes;
@end

@interface Client : NSObject <Transport>
@property (nonatomic, copy) NSString *host;
- (instancetype)initWithHost:(NSString *)host port:(int)port;
- (void)declaredOnly;
@end

@interface Client (Retry)
- (int)backoff:(int)attempt;
@end

static int clamp(int value, int limit) {
  return value < limit ? value : limit;
}

@implementation Client

- (instancetype)initWithHost:(NSString *)host port:(int)port {
  self = [super init];
  return self;
}

+ (instancetype)local {
  return [[self alloc] initWithHost:@"localhost" port:DEFAULT_PORT];
}

- (void)sendBytes:(NSData *)bytes {
  NSLog(@"%@", bytes);
}

@end

@implementation Client (Retry)
- (int)backoff:(int)attempt {
  return clamp(1 << attempt, 64);
}
@end

struct point {
  int x;
};

int main(int argc, char *argv[]) {
  return 0;
}
