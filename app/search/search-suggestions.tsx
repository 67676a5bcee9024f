import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { listen } from '../client/listen.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { instantSearchTexts as texts } from '../texts/catalogue.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { pictureUrl } from '../ui/picture/picture.tsx'
import { useCombobox } from './combobox.ts'
import { useSearchHistory } from './search-history.ts'
import { suggestions as suggestionsClass } from './search-suggestions.css.ts'
import type { Suggestions } from './suggestions.ts'

/** Specification, sections 5 and 9: from three characters, 700 ms after the last. */
const minSearchLength = 3
const debounceMs = 700

interface Option {
  href: string
  name: string
  /** What was searched for, to be remembered. */
  term: string
  product?: Suggestions['products'][number]
  /** What kind of place it leads to. */
  hint?: string
}

/** The list below the search field: recent searches, then products. */
export function SearchSuggestions({ input }: { input: RefObject<HTMLInputElement> }) {
  const term = useInputValue(input)
  const [terms, remember] = useSearchHistory()
  const isSearch = [...term].length >= minSearchLength
  const suggestions = useSuggestions(isSearch ? term : null)
  const options = isSearch ? productOptions(term, suggestions) : terms.map(recentOption)
  const status = isSearch ? statusText(suggestions) : ''
  const { isShown, active, listId, optionId } = useCombobox(input, {
    count: options.length,
    hasList: isSearch || terms.length > 0,
    choose(index) {
      const option = options[index]
      if (!option) return
      remember(option.term)
      location.assign(option.href)
    },
  })

  useEffect(() => {
    const field = input.current
    if (field?.form) return listen(field.form, { submit: () => remember(field.value) })
  })

  function clearHistory() {
    remember()
    input.current?.focus()
  }

  return (
    <>
      <p className={visuallyHidden} role="status">
        {isShown ? status : ''}
      </p>
      <div className={suggestionsClass} hidden={!isShown}>
        {isSearch && !suggestions?.total && <p aria-hidden="true">{status}</p>}
        {!isSearch && <p>{texts.history}</p>}
        <div id={listId} role="listbox" aria-label={isSearch ? texts.suggestions : texts.history}>
          {options.map((option, index) => (
            <a
              key={option.href}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              href={option.href}
              onClick={() => remember(option.term)}
            >
              <OptionContent {...option} />
            </a>
          ))}
        </div>
        {!isSearch && (
          <Button variant="text" type="button" onClick={clearHistory}>
            {texts.clearHistory}
          </Button>
        )}
      </div>
    </>
  )
}

/** The field's value, also what is typed between the first render and the effects that follow it. */
function useInputValue(input: RefObject<HTMLInputElement>): string {
  const subscribe = useCallback(
    (onInput: () => void) => (input.current ? listen(input.current, { input: onInput }) : () => {}),
    [input],
  )
  const read = () => input.current?.value.trim() ?? ''
  return useSyncExternalStore(subscribe, read, read)
}

/** What the shop suggests for a search; undefined while it is asked, null where it does not answer. */
function useSuggestions(search: string | null): Suggestions | null | undefined {
  const [result, setResult] = useState<{ search: string; suggestions: Suggestions | null } | null>(null)
  useEffect(() => {
    if (search === null) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const suggestions = await fetch(`/busca?${new URLSearchParams({ search })}`, { signal: stop.signal })
        .then((response) => (response.ok ? (response.json() as Promise<Suggestions>) : null))
        .catch(() => null)
      if (!stop.signal.aborted) setResult({ search, suggestions })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [search])
  return result?.search === search ? result?.suggestions : undefined
}

function OptionContent({ name, product, hint }: Option) {
  if (!product) {
    return (
      <>
        <span>{name}</span>
        {hint && <small>{hint}</small>}
      </>
    )
  }
  return (
    <>
      <img src={pictureUrl(product.pictureKey, 160)} alt="" width={48} height={48} />
      <span>{name}</span>
      {product.priceCents === null ? <small>{texts.outOfStock}</small> : <b>{formatMoney(product.priceCents)}</b>}
    </>
  )
}

function recentOption(term: string): Option {
  return { href: resultsHref(term), name: term, term }
}

function productOptions(term: string, suggestions: Suggestions | null | undefined): Option[] {
  if (!suggestions) return []
  const { products, terms, places, total, isCapped } = suggestions
  const termOptions = terms.map((name) => ({ href: resultsHref(name), name, term: name, hint: texts.kinds.term }))
  const placeOptions = places.map(({ name, kind, href }) => ({ href, name, term, hint: texts.kinds[kind] }))
  const productItems = products.map((product) => ({
    href: `/produto/${product.slug}`,
    name: product.name,
    term,
    product,
  }))
  const seeAllOption = { href: resultsHref(term), name: texts.seeAll(total, isCapped), term }
  return [...termOptions, ...placeOptions, ...productItems, ...(total > products.length ? [seeAllOption] : [])]
}

function statusText(suggestions: Suggestions | null | undefined): string {
  if (suggestions === undefined) return texts.loading
  if (suggestions === null) return texts.failed
  return suggestions.total === 0 ? texts.notFound : texts.suggestionCount(suggestions.products.length)
}

function resultsHref(term: string): string {
  return `/categoria?${new URLSearchParams({ search: term })}`
}
