import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { addListeners } from '../client/add-listeners.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { instantSearchTexts as texts } from '../texts/catalogue.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { buildPictureUrl } from '../ui/picture/picture.tsx'
import { useCombobox } from './combobox.ts'
import { useSearchHistory } from './search-history.ts'
import { suggestions as suggestionsClass } from './search-suggestions.css.ts'
import type { Suggestions } from './suggestions.ts'

/** Specification, sections 5 and 9: from three characters, 700 ms after the last. */
const minSearchLength = 3
const debounceMs = 700

interface SuggestionOption {
  href: string
  name: string
  /** What was searched for, to be remembered. */
  term: string
  product?: Suggestions['products'][number]
  /** What kind of page it leads to. */
  hint?: string
}

/** The list below the search field: recent searches, then products. */
export function SearchSuggestions({ inputRef }: { inputRef: RefObject<HTMLInputElement> }) {
  const term = useInputValue(inputRef)
  const [recentTerms, updateHistory] = useSearchHistory()
  const isSearchable = [...term].length >= minSearchLength
  const suggestions = useSuggestions(isSearchable ? term : null)
  const options = isSearchable ? toSearchOptions(term, suggestions) : recentTerms.map(toRecentOption)
  const statusText = isSearchable ? formatSuggestionStatus(suggestions) : ''
  const { isListShown, activeIndex, listId, toOptionId } = useCombobox(inputRef, {
    optionCount: options.length,
    hasList: isSearchable || recentTerms.length > 0,
    onChoose(index) {
      const option = options[index]
      if (!option) return
      updateHistory(option.term)
      location.assign(option.href)
    },
  })

  useEffect(() => {
    const field = inputRef.current
    if (field?.form) return addListeners(field.form, { submit: () => updateHistory(field.value) })
  })

  function clearHistory() {
    updateHistory()
    inputRef.current?.focus()
  }

  return (
    <>
      <p className={visuallyHidden} role="status">
        {isListShown ? statusText : ''}
      </p>
      <div className={suggestionsClass} hidden={!isListShown}>
        {isSearchable && !suggestions?.productCount && <p aria-hidden="true">{statusText}</p>}
        {!isSearchable && <p>{texts.history}</p>}
        <div id={listId} role="listbox" aria-label={isSearchable ? texts.suggestions : texts.history}>
          {options.map((option, index) => (
            <a
              key={option.href}
              id={toOptionId(index)}
              role="option"
              aria-selected={index === activeIndex}
              tabIndex={-1}
              href={option.href}
              onClick={() => updateHistory(option.term)}
            >
              <OptionContent {...option} />
            </a>
          ))}
        </div>
        {!isSearchable && (
          <Button variant="text" type="button" onClick={clearHistory}>
            {texts.clearHistory}
          </Button>
        )}
      </div>
    </>
  )
}

/** The field's value, also what is typed between the first render and the effects that follow it. */
function useInputValue(inputRef: RefObject<HTMLInputElement>): string {
  const subscribe = useCallback(
    (onInput: () => void) => (inputRef.current ? addListeners(inputRef.current, { input: onInput }) : () => {}),
    [inputRef],
  )
  const readInput = () => inputRef.current?.value.trim() ?? ''
  return useSyncExternalStore(subscribe, readInput, readInput)
}

/** What the shop suggests for a search; undefined while they are loading, null where the request failed. */
function useSuggestions(search: string | null): Suggestions | null | undefined {
  const [result, setResult] = useState<{ search: string; suggestions: Suggestions | null } | null>(null)
  useEffect(() => {
    if (search === null) return
    const abortController = new AbortController()
    const timer = setTimeout(async () => {
      const suggestions = await fetch(`/busca?${new URLSearchParams({ search })}`, { signal: abortController.signal })
        .then((response) => (response.ok ? (response.json() as Promise<Suggestions>) : null))
        .catch(() => null)
      if (!abortController.signal.aborted) setResult({ search, suggestions })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [search])
  return result?.search === search ? result?.suggestions : undefined
}

function OptionContent({ name, product, hint }: SuggestionOption) {
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
      <img src={buildPictureUrl(product.pictureKey, 160)} alt="" width={48} height={48} />
      <span>{name}</span>
      {product.priceCents === null ? <small>{texts.outOfStock}</small> : <b>{formatMoney(product.priceCents)}</b>}
    </>
  )
}

function toRecentOption(term: string): SuggestionOption {
  return { href: toResultsHref(term), name: term, term }
}

function toSearchOptions(term: string, suggestions: Suggestions | null | undefined): SuggestionOption[] {
  if (!suggestions) return []
  const { products, terms, links, productCount, isCapped } = suggestions
  const termOptions = terms.map((name) => ({ href: toResultsHref(name), name, term: name, hint: texts.kinds.term }))
  const categoryAndBrandOptions = links.map(({ name, kind, href }) => ({ href, name, term, hint: texts.kinds[kind] }))
  const productOptions = products.map((product) => ({
    href: `/produto/${product.slug}`,
    name: product.name,
    term,
    product,
  }))
  const seeAllOption = { href: toResultsHref(term), name: texts.seeAll(productCount, isCapped), term }
  return [
    ...termOptions,
    ...categoryAndBrandOptions,
    ...productOptions,
    ...(productCount > products.length ? [seeAllOption] : []),
  ]
}

function formatSuggestionStatus(suggestions: Suggestions | null | undefined): string {
  if (suggestions === undefined) return texts.loading
  if (suggestions === null) return texts.failedMessage
  return suggestions.productCount === 0 ? texts.notFound : texts.suggestionCount(suggestions.products.length)
}

function toResultsHref(term: string): string {
  return `/categoria?${new URLSearchParams({ search: term })}`
}
