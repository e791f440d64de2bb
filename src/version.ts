/** Stamped in by `build.ts`; run from source they say so. */
declare const ULTRAGIT_VERSION: string | undefined
declare const ULTRAGIT_COMMIT: string | undefined

export const version = typeof ULTRAGIT_VERSION === 'string' ? ULTRAGIT_VERSION : '0.0.0-source'
export const commit = typeof ULTRAGIT_COMMIT === 'string' ? ULTRAGIT_COMMIT : 'source'
