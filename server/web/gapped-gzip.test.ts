import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressAround } from './gapped-gzip.ts'

const nonce = 'bm9uY2UtbnVtYmVyLW9uZQ=='
const other = 'QW5vdGhlci1ub25jZS4uLg=='
const style = `.a{color:#00542f}.b{margin:8px}`.repeat(60)
const text = `<style nonce="${nonce}">${style}</style><p>Ácido acetilsalicílico</p><script nonce="${nonce}">${style}</script>`

test('a text is complete with what fills its gaps, as it is and as gzip', () => {
  const page = compressAround(text, nonce)
  for (const filling of [other, nonce]) {
    expect(gunzipSync(page.gzip(filling)).toString()).toBe(text.replaceAll(nonce, filling))
    expect(page.plain(filling).toString()).toBe(text.replaceAll(nonce, filling))
  }
})

test('a text without gaps, one of gaps alone and an empty one are no exceptions', () => {
  for (const odd of ['no gap', '', nonce, nonce + nonce, `${nonce}end`]) {
    expect(gunzipSync(compressAround(odd, nonce).gzip(other)).toString()).toBe(odd.replaceAll(nonce, other))
  }
})

test('what stands behind a gap is compressed with what stood before it', () => {
  const gapped = compressAround(text, nonce).gzip(other).length
  expect(gapped - gzipSync(text, { level: 9 }).length).toBeLessThan(100)
})
