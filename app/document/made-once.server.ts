import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** Entries per component; the largest, a listing's filters, take some 15 kB each. */
const max = 1000
/** Characters per component, of markup and keys together, so that long entries cannot fill the memory. */
const maxSize = 10_000_000

const made = new Map<ReactElement['type'], LRUCache<string, string>>()

/** A part's markup, as React renders it inside a page; cached by component and props, least recently used evicted first. */
export function markupOf(part: ReactElement): string {
  const ofType = made.get(part.type) ?? new LRUCache<string, string>({ max, maxSize, sizeCalculation })
  made.set(part.type, ofType)
  const key = JSON.stringify(part.props)
  const known = ofType.get(key)
  if (known !== undefined) return known
  const markup = inOnePiece(renderToString(part))
  ofType.set(key, markup)
  return markup
}

const sizeCalculation = (markup: string, key: string) => markup.length + key.length

/** React's string is a rope of a thousand pieces; copied, it is flattened once instead of in every page. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString()
}
