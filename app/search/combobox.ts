import { type RefObject, useEffect, useId, useState } from 'react'
import { addListeners } from '../client/add-listeners.ts'

interface ComboboxOptions {
  optionCount: number
  /** Whether there is a list to show, be it still without options. */
  hasList: boolean
  onChoose: (index: number) => void
}

/**
 * Makes a field that is in the page already a combobox (ARIA 1.2): it keeps the focus, while arrow keys walk through the
 * options of the list, Enter chooses one and Escape closes the list.
 */
export function useCombobox(
  inputRef: RefObject<HTMLInputElement>,
  { optionCount, hasList, onChoose }: ComboboxOptions,
) {
  const [isOpen, setIsOpen] = useState(true)
  /** -1: the field itself. */
  const [activeIndex, setActiveIndex] = useState(-1)
  // The header and the drawer have a search each.
  const listId = useId()
  const toOptionId = (index: number) => `${listId}-${index}`
  const isListShown = isOpen && hasList

  useEffect(() => {
    const field = inputRef.current
    if (!field) return
    const moveActiveOption = (offset: number) => {
      setIsOpen(true)
      // One position more than there are options: the field itself.
      setActiveIndex(((activeIndex + 1 + offset + optionCount + 1) % (optionCount + 1)) - 1)
    }
    const closeList = () => {
      setIsOpen(false)
      setActiveIndex(-1)
    }
    const keyHandlers: Record<string, (() => void) | false> = {
      ArrowDown: optionCount > 0 && (() => moveActiveOption(1)),
      ArrowUp: optionCount > 0 && (() => moveActiveOption(-1)),
      Enter: isListShown && activeIndex >= 0 && activeIndex < optionCount && (() => onChoose(activeIndex)),
      Escape: isListShown && closeList,
    }
    const attributes = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isListShown && optionCount > 0),
      'aria-activedescendant': isListShown && activeIndex >= 0 ? toOptionId(activeIndex) : '',
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return addListeners(field, {
      keydown(event) {
        const handler = keyHandlers[event.key]
        if (!handler) return
        event.preventDefault()
        handler()
      },
      input() {
        setIsOpen(true)
        setActiveIndex(-1)
      },
      focus: () => setIsOpen(true),
    })
  })

  useEffect(() => {
    const form = inputRef.current?.form
    if (!form) return
    return addListeners(form, {
      focusout({ relatedTarget }) {
        if (!form.contains(relatedTarget as Node | null)) setIsOpen(false)
      },
    })
  }, [inputRef])

  return { isListShown, activeIndex, listId, toOptionId }
}
