import { useEffect, useRef, useState } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { Button } from '../ui/button/button.tsx'
import { control } from '../ui/field/control.css.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { createLazyComponent } from '../ui/lazy-component/lazy-component.tsx'
import { searchBox as searchClass } from './search-box.css.ts'

const SearchSuggestions = createLazyComponent(
  () => import('./search-suggestions.tsx'),
  ({ SearchSuggestions }) => SearchSuggestions,
)

/** The id of the header's field, for links to it. */
export const searchFieldId = 'busca'

/** The search form. With scripts it shows suggestions, whose chunk is loaded at its first use. */
export function SearchBox({ searchText, id = searchFieldId }: { searchText?: string | undefined; id?: string }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [hasBeenFocused, setHasBeenFocused] = useState(false)
  // The field may already have the focus: focusing it may have started the scripts.
  useEffect(() => {
    if (document.activeElement === inputRef.current) setHasBeenFocused(true)
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers don't support <search>
    <form
      className={searchClass}
      role="search"
      action="/categoria"
      data-enhanced
      onFocus={() => setHasBeenFocused(true)}
    >
      <label className={visuallyHidden} htmlFor={id}>
        {texts.searchLabel}
      </label>
      <input
        ref={inputRef}
        className={control}
        id={id}
        name="search"
        type="search"
        minLength={3}
        required
        placeholder={texts.searchPlaceholder}
        defaultValue={searchText}
      />
      <Button variant="text" size="icon">
        <Icon name="search" />
        <span className={visuallyHidden}>{texts.search}</span>
      </Button>
      {hasBeenFocused && <SearchSuggestions inputRef={inputRef} />}
    </form>
  )
}
