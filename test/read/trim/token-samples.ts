/** Texts of every kind an answer may hold, and a seeded source of more of them. */
import type { Random } from '../../support/random.ts'

export const sentences: Readonly<Record<string, string>> = {
  english:
    'The reconnect loop must not sleep while it holds the session lock, because a publish that waits for the lock would then be delayed by the whole back-off and the broker drops the client.',
  review:
    "We tried exponential back-off first; it was dropped since devices that wake up together hammer the broker. Don't reintroduce it without jitter (see the outage of March).",
  rust: 'pub async fn connect(&mut self, opts: &ConnectOptions) -> Result<(), MqttError> {\n    let stream = TcpStream::connect((opts.host.as_str(), opts.port)).await?;\n    self.backoff.reset();\n    Ok(())\n}',
  typescript:
    "export function parseHeader(bytes: Uint8Array): Header | undefined {\n  if (bytes.length < 4 || bytes[0] !== 0x1f) return undefined\n  return { kind: kinds[bytes[1] ?? 0] ?? 'unknown', size: (bytes[2]! << 8) | bytes[3]! }\n}",
  sql: "SELECT r.id, COUNT(*) AS n FROM regions r LEFT JOIN notes USING (note_id) WHERE r.path LIKE 'src/%' GROUP BY r.id HAVING n > 3;",
  shell: 'git log --format=%H%x00%at -z --no-ext-diff "$BASE"..HEAD -- ./src | xargs -0 -n1 echo >&2',
  german:
    'Die Wiederverbindungsschleife darf nicht schlafen, während sie die Sitzungssperre hält, sonst wird jede Veröffentlichung um die gesamte Wartezeit verzögert.',
  finnish: 'Yhteyden uudelleenmuodostussilmukka ei saa nukkua pitäessään istunnon lukkoa hallussaan.',
  icelandic: 'Endurtengingarlykkjan má ekki sofa á meðan hún heldur setulásnum, annars tefst öll birting.',
  turkish: 'Yeniden bağlanma döngüsü oturum kilidini tutarken uyumamalıdır, çünkü yayınlama gecikir.',
  vietnamese: 'Vòng lặp kết nối lại không được ngủ trong khi đang giữ khóa phiên làm việc.',
  chinese:
    '重连循环在持有会话锁时不得休眠，否则等待该锁的发布操作会被整个退避时间延迟，代理会断开客户端。缓存的结果不能依赖于时钟。',
  traditional: '重新連線的迴圈在持有工作階段鎖定時不得休眠，否則等待該鎖定的發布作業會被延遲。',
  japanese:
    '再接続ループはセッションロックを保持している間にスリープしてはならない。キャッシュは時計に依存しない。',
  korean: '재연결 루프는 세션 잠금을 보유하는 동안 절대로 잠들면 안 됩니다. 캐시는 시계에 의존하지 않습니다.',
  russian:
    'Цикл переподключения не должен засыпать, пока удерживает блокировку сеанса, иначе публикация задержится.',
  greek: 'Ο βρόχος επανασύνδεσης δεν πρέπει να κοιμάται όσο κρατά το κλείδωμα της συνεδρίας.',
  arabic: 'يجب ألا تنام حلقة إعادة الاتصال أثناء احتفاظها بقفل الجلسة، وإلا تأخر النشر.',
  hebrew: 'אסור ללולאת החיבור מחדש לישון בזמן שהיא מחזיקה במנעול ההפעלה.',
  hindi: 'पुनः कनेक्ट करने वाले लूप को सत्र लॉक पकड़े हुए नहीं सोना चाहिए।',
  thai: 'ลูปการเชื่อมต่อใหม่ต้องไม่หลับในขณะที่ถือล็อกเซสชันอยู่ มิฉะนั้นการเผยแพร่จะล่าช้า',
  emoji: '🚀 ship it ✅ but ⚠️ mind the 🔒: 👩‍👩‍👧 🇩🇪 👍🏽 ❤️ 🧑‍💻 → done ✨',
  drawing: '┌────────┐\n│ broker │ ⇄ client … “quoted” — dash ≤ ≥ ≠ ∞\n└────────┘',
}

const alphabets: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  constants: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_0',
  marks: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  json: '"{}[]:,"" a1',
  spaces: '    \t\n\n  x',
  digits: '0123456789 .',
}

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  ideographs: [0x4e00, 0x9fff],
  syllables: [0xac00, 0xd7a3],
  kana: [0x3041, 0x30fa],
  cyrillic: [0x410, 0x44f],
  pictures: [0x1f300, 0x1f64f],
  rareIdeographs: [0x20000, 0x2a6df],
  symbols: [0x2190, 0x27bf],
  anything: [0xa1, 0xd7ff],
}

export const kindsOfNoise: readonly string[] = [...Object.keys(alphabets), ...Object.keys(ranges)]

/** `length` random characters of a kind. */
export function noise(random: Random, kind: string, length: number): string {
  const range = ranges[kind]
  const alphabet = alphabets[kind] ?? ''
  const one = () =>
    range === undefined ? random.pick([...alphabet]) : String.fromCodePoint(random.int(...range))
  return Array.from({ length }, one).join('')
}

/** A text as someone may have written or pasted it, of about `length` characters. */
export function someText(random: Random, length: number): string {
  const parts: string[] = []
  for (let size = 0; size < length; size += parts.at(-1)?.length ?? 1) {
    const plain = random.chance(0.75)
    parts.push(
      plain
        ? random.pick(Object.values(sentences))
        : noise(random, random.pick(kindsOfNoise), random.int(1, 60)),
    )
  }
  return parts.join(random.pick([' ', '\n', '. ', ''])).slice(0, length)
}
