import { constants, deflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { compressAround, type GappedText, gzipOf, window } from './gapped-gzip.ts'

/** Cached compressed style sheets: every kind of page has its own. */
const mostStyles = 100

/** A page's text. Its style sheets are separate, since many pages share them. */
export interface PageText {
  before: string
  styles: string
  after: string
  /** The nonce of its scripts and styles; replaced by a new one whenever the page is sent from a cache. */
  nonce: string
}

/** Characters: a listing has some 70,000. With its compressed form, a page takes three times as many bytes of memory. */
export function lengthOf({ before, styles, after }: PageText): number {
  return before.length + styles.length + after.length
}

/** The whole page. */
export function joinPage({ before, styles, after }: PageText): string {
  return before + styles + after
}

interface KnownStyles {
  raw: Buffer
  deflated: Buffer
}

export type BodyOf = ReturnType<typeof openPageBodies>

/**
 * Makes a page's response body, with the response's nonce. The style sheets, half of a page and shared by all, are
 * compressed once. A cached page is compressed once around its nonce.
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

  /** Synchronous, since it takes only tenths of a millisecond: less than handing it to a thread pool. */
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

/** A sync flush ends on a byte boundary, without marking the last block. */
const goesOn = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }
