import { useState } from 'react'

/** This browser's search terms, newest first, each once: in a cookie that is not linked to any account. */
const cookieName = 'searchHistory'
const maxTerms = 6
const maxTermLength = 60
const thirtyDays = 30 * 24 * 60 * 60

export function readHistory(cookies: string): string[] {
  const value = cookies.match(new RegExp(`(?:^|; )${cookieName}=([^;]*)`))?.[1]
  try {
    const terms: unknown = JSON.parse(decodeURIComponent(value ?? '[]'))
    return Array.isArray(terms) ? terms.filter((term) => typeof term === 'string').slice(0, maxTerms) : []
  } catch {
    return []
  }
}

export function withTerm(terms: string[], term: string): string[] {
  const newTerm = term.trim().slice(0, maxTermLength)
  const otherTerms = terms.filter((other) => other.toLowerCase() !== newTerm.toLowerCase())
  return newTerm.length < 3 ? terms : [newTerm, ...otherTerms].slice(0, maxTerms)
}

/** The cookie that holds the terms; without terms it is cleared. */
export function historyCookie(terms: string[], isSecure: boolean): string {
  const age = terms.length > 0 ? thirtyDays : 0
  const value = encodeURIComponent(JSON.stringify(terms))
  return `${cookieName}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The terms, and what adds one, or without one forgets all. */
export function useSearchHistory(): [string[], (term?: string) => void] {
  const [terms, setTerms] = useState(() => readHistory(document.cookie))
  const rememberTerm = (term?: string) => {
    const next = term === undefined ? [] : withTerm(readHistory(document.cookie), term)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
    document.cookie = historyCookie(next, location.protocol === 'https:')
    setTerms(next)
  }
  return [terms, rememberTerm]
}
