import { constants, deflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { compressAround, type GappedText, gzipOf, window } from './gapped-gzip.ts'

/** Style sheets that pages carry, compressed: every sort of page has its own. */
const mostStyles = 100

/** A page's text. Its style sheets stand apart, since many pages have the same. */
export interface PageText {
  before: string
  styles: string
  after: string
  /** The one that its scripts and styles carry: whoever is sent the page later gets another in its place. */
  nonce: string
}

/** Characters: a listing has some 70,000. With what is compressed of it a page takes thrice as many bytes of memory. */
export function lengthOf({ before, styles, after }: PageText): number {
  return before.length + styles.length + after.length
}

/** The whole of it. */
export function joinPage({ before, styles, after }: PageText): string {
  return before + styles + after
}

interface KnownStyles {
  raw: Buffer
  deflated: Buffer
}

export type BodyOf = ReturnType<typeof openPageBodies>

/**
 * Makes what is sent of a page, under the nonce of the answer. Half of a page is its style sheets, the same for everybody:
 * they are compressed once. A page that is sent again is compressed around its nonce, once too.
 */
export function openPageBodies() {
  const styles = new LRUCache<string, KnownStyles>({ max: mostStyles })
  const sentAgain = new WeakMap<PageText, GappedText>()

  return function bodyOf(page: PageText, nonce: string, encoding: 'gzip' | 'plain'): Buffer {
    if (page.nonce === nonce) return encoding === 'gzip' ? gzipPage(page) : Buffer.from(joinPage(page))
    const text = sentAgain.get(page) ?? compressAround(joinPage(page), page.nonce)
    sentAgain.set(page, text)
    return text[encoding](nonce)
  }

  /** At once, since it takes some tenths of a millisecond: less than handing streams to other threads. */
  function gzipPage(page: PageText): Buffer {
    const styles = knownStyles(page.styles)
    const before = Buffer.from(page.before)
    const after = Buffer.from(page.after)
    const dictionary = styles.raw.length > 0 ? styles.raw.subarray(-window) : undefined
    return gzipOf(
      [deflateRawSync(before, goesOn), styles.deflated, deflateRawSync(after, { level: 6, dictionary })],
      [before, styles.raw, after],
    )
  }

  function knownStyles(text: string): KnownStyles {
    let known = styles.get(text)
    if (!known) {
      const raw = Buffer.from(text)
      known = { raw, deflated: deflateRawSync(raw, goesOn) }
      styles.set(text, known)
    }
    return known
  }
}

/** Ends on a whole byte, and says that more will follow. */
const goesOn = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }
