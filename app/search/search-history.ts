import { useState } from 'react'

/** This browser's search terms, newest first, each once: in a cookie that is not linked to any account. */
const cookieName = 'searchHistory'
const maxTerms = 6
const maxTermLength = 60
const historyMaxAgeSeconds = 30 * 24 * 60 * 60

export function readSearchHistory(cookies: string): string[] {
  const value = cookies.match(new RegExp(`(?:^|; )${cookieName}=([^;]*)`))?.[1]
  try {
    const terms: unknown = JSON.parse(decodeURIComponent(value ?? '[]'))
    return Array.isArray(terms) ? terms.filter((term) => typeof term === 'string').slice(0, maxTerms) : []
  } catch {
    return []
  }
}

export function addSearchTerm(terms: string[], term: string): string[] {
  const newTerm = term.trim().slice(0, maxTermLength)
  const otherTerms = terms.filter((other) => other.toLowerCase() !== newTerm.toLowerCase())
  return newTerm.length < 3 ? terms : [newTerm, ...otherTerms].slice(0, maxTerms)
}

/** The cookie that holds the terms; without terms it is cleared. */
export function buildHistoryCookie(terms: string[], isSecure: boolean): string {
  const maxAgeSeconds = terms.length > 0 ? historyMaxAgeSeconds : 0
  const value = encodeURIComponent(JSON.stringify(terms))
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The terms, and a function that adds one, or called without one clears them. */
export function useSearchHistory(): [string[], (term?: string) => void] {
  const [terms, setTerms] = useState(() => readSearchHistory(document.cookie))
  const updateHistory = (term?: string) => {
    const updatedTerms = term === undefined ? [] : addSearchTerm(readSearchHistory(document.cookie), term)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
    document.cookie = buildHistoryCookie(updatedTerms, location.protocol === 'https:')
    setTerms(updatedTerms)
  }
  return [terms, updateHistory]
}
