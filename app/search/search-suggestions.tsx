import { type RefObject, useEffect, useId, useState } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import { instantSearchTexts as texts } from '../texts/catalogue.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { pictureUrl } from '../ui/picture/picture.tsx'
import { historyCookie, readHistory, withTerm } from './search-history.ts'
import { suggestions as suggestionsClass } from './search-suggestions.css.ts'
import type { Suggestions } from './suggestions.ts'

/** Specification, sections 5 and 9: from three characters, 700 ms after the last. */
const searchMinimum = 3
const restMilliseconds = 700

interface Option {
  href: string
  name: string
  product?: Suggestions['products'][number]
}

/** The list below the search field: recent searches, then products. The field is a combobox (ARIA 1.2) and keeps the focus. */
export function SearchSuggestions({ input }: { input: RefObject<HTMLInputElement> }) {
  const [isOpen, setOpen] = useState(true)
  const [typed, setTyped] = useState(input.current?.value.trim() ?? '')
  const [found, setFound] = useState<{ typed: string; answer: Suggestions | null } | null>(null)
  const [terms, setTerms] = useState(() => readHistory(document.cookie))
  const [active, setActive] = useState(-1)
  // The header and the drawer have a search each.
  const listId = useId()

  const isSearch = [...typed].length >= searchMinimum
  const answer = found?.typed === typed ? found.answer : undefined
  const options: Option[] = isSearch
    ? productOptions(typed, answer)
    : terms.map((term) => ({ href: resultsHref(term), name: term }))
  const status = !isSearch ? '' : answer === undefined ? texts.loading : statusOf(answer)
  const isShown = isOpen && (isSearch || terms.length > 0)

  function remember(term: string) {
    const next = withTerm(readHistory(document.cookie), term)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
    document.cookie = historyCookie(next, location.protocol === 'https:')
    setTerms(next)
  }

  function forget() {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
    document.cookie = historyCookie([], location.protocol === 'https:')
    setTerms([])
    input.current?.focus()
  }

  useEffect(() => {
    if (!isSearch) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await fetch(`/busca?search=${encodeURIComponent(typed)}`, { signal: stop.signal })
        .then((response) => (response.ok ? (response.json() as Promise<Suggestions>) : null))
        .catch(() => null)
      if (!stop.signal.aborted) setFound({ typed, answer })
    }, restMilliseconds)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, isSearch])

  useEffect(() => {
    const field = input.current
    const form = field?.form
    if (!field || !form) return
    const chosen = options[active]
    const move = (step: number) => {
      setOpen(true)
      // One position more than there are options: the field itself.
      setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1)
    }
    const acts = {
      next: () => move(1),
      previous: () => move(-1),
      choose() {
        if (!chosen) return
        remember(chosen.product ? typed : chosen.name)
        location.assign(chosen.href)
      },
      close() {
        setOpen(false)
        setActive(-1)
      },
    }
    const onInput = () => {
      setTyped(field.value.trim())
      setActive(-1)
      setOpen(true)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const act = actOf(event.key, { isShown, hasOptions: options.length > 0, isChosen: chosen !== undefined })
      if (!act) return
      event.preventDefault()
      acts[act]()
    }
    const onSubmit = () => remember(field.value)
    const onFocusIn = () => setOpen(true)
    const onFocusOut = (event: FocusEvent) => {
      if (!form.contains(event.relatedTarget as Node | null)) setOpen(false)
    }
    field.addEventListener('input', onInput)
    field.addEventListener('keydown', onKeyDown)
    form.addEventListener('submit', onSubmit)
    field.addEventListener('focus', onFocusIn)
    form.addEventListener('focusout', onFocusOut)
    const attributes = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isShown && options.length > 0),
      'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : '',
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('keydown', onKeyDown)
      form.removeEventListener('submit', onSubmit)
      field.removeEventListener('focus', onFocusIn)
      form.removeEventListener('focusout', onFocusOut)
    }
  })

  return (
    <>
      <p className={visuallyHidden} role="status">
        {isShown ? status : ''}
      </p>
      <div className={suggestionsClass} hidden={!isShown}>
        {isSearch && (answer === undefined || !answer?.total) && <p aria-hidden="true">{status}</p>}
        {!isSearch && <p>{texts.history}</p>}
        <div id={listId} role="listbox" aria-label={isSearch ? texts.suggestions : texts.history}>
          {options.map((option, index) => (
            <a
              key={option.href}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              href={option.href}
              onClick={() => remember(option.product ? typed : option.name)}
            >
              <OptionContent {...option} />
            </a>
          ))}
        </div>
        {!isSearch && (
          <Button variant="text" type="button" onClick={forget}>
            {texts.clearHistory}
          </Button>
        )}
      </div>
    </>
  )
}

/** What a key does in the list (WAI-ARIA combobox); undefined where it is the field's own. */
function actOf(key: string, { isShown, hasOptions, isChosen }: Record<'isShown' | 'hasOptions' | 'isChosen', boolean>) {
  if (key === 'ArrowDown' && hasOptions) return 'next'
  if (key === 'ArrowUp' && hasOptions) return 'previous'
  if (key === 'Enter' && isShown && isChosen) return 'choose'
  if (key === 'Escape' && isShown) return 'close'
}

function OptionContent({ name, product }: Option) {
  if (!product) return <span>{name}</span>
  return (
    <>
      <img src={pictureUrl(product.pictureKey, 160)} alt="" width={48} height={48} />
      <span>{name}</span>
      {product.stock > 0 ? <b>{formatMoney(product.priceCents)}</b> : <small>{texts.outOfStock}</small>}
    </>
  )
}

function productOptions(typed: string, answer: Suggestions | null | undefined): Option[] {
  if (!answer) return []
  const { products, total, isCapped } = answer
  const all = total > products.length ? [{ href: resultsHref(typed), name: texts.seeAll(total, isCapped) }] : []
  return [...products.map((product) => ({ href: `/produto/${product.slug}`, name: product.name, product })), ...all]
}

function statusOf(answer: Suggestions | null): string {
  if (answer === null) return texts.failed
  return answer.total === 0 ? texts.notFound : texts.found(answer.products.length)
}

function resultsHref(term: string): string {
  return `/categoria?${new URLSearchParams({ search: term })}`
}
