/** Whether a file is a test, by the names that languages and tools have agreed on. */
const folders = /(^|\/)(tests?|__tests__|spec|specs|testing)(\/|$)/i
const files =
  /([._-](test|tests|spec)\.[^/]+|(^|\/)(test_[^/]+|[^/]+_(test|tests|spec))\.[^/.]+|Tests?\.(java|kt|cs|swift|scala|php))$/

export function isTestPath(path: string): boolean {
  return folders.test(path) || files.test(path)
}
