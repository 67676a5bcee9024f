import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** Of each sort of part; a listing's filters, the largest, take some 15 kB. */
const mostMarkups = 1000

const made = new Map<ReactElement['type'], LRUCache<string, string>>()

/** A part's markup, as React makes it inside a page; the one not asked for for longest is forgotten first. */
export function markupOf(part: ReactElement): string {
  const ofType = made.get(part.type) ?? new LRUCache<string, string>({ max: mostMarkups })
  made.set(part.type, ofType)
  const key = JSON.stringify(part.props)
  const markup = ofType.get(key) ?? inOnePiece(renderToString(part))
  ofType.set(key, markup)
  return markup
}

/** What React made of a thousand pieces would be put together anew in every page. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString()
}
