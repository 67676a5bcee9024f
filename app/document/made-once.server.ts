import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** Of each sort of part; a listing's filters, the largest, take some 15 kB. */
const max = 1000
/** Their characters, with those of what they were made of: where somebody asks for long ones, fewer are kept. */
const maxSize = 10_000_000

const made = new Map<ReactElement['type'], LRUCache<string, string>>()

/** A part's markup, as React makes it inside a page; the one not asked for for longest is forgotten first. */
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

/** What React made of a thousand pieces would be put together anew in every page. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString()
}
