import { type RefObject, useEffect, useId, useState } from 'react'
import { listen } from '../client/listen.ts'

interface ComboboxOptions {
  count: number
  /** Whether there is a list to show, be it still without options. */
  hasList: boolean
  choose: (index: number) => void
}

/**
 * Makes a field that is in the page already a combobox (ARIA 1.2): it keeps the focus, while arrow keys walk through the
 * options of the list, Enter chooses one and Escape closes the list.
 */
export function useCombobox(input: RefObject<HTMLInputElement>, { count, hasList, choose }: ComboboxOptions) {
  const [isOpen, setOpen] = useState(true)
  /** -1: the field itself. */
  const [active, setActive] = useState(-1)
  // The header and the drawer have a search each.
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`
  const isShown = isOpen && hasList

  useEffect(() => {
    const field = input.current
    if (!field) return
    const move = (step: number) => {
      setOpen(true)
      // One position more than there are options: the field itself.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1)
    }
    const close = () => {
      setOpen(false)
      setActive(-1)
    }
    const actions: Record<string, (() => void) | false> = {
      ArrowDown: count > 0 && (() => move(1)),
      ArrowUp: count > 0 && (() => move(-1)),
      Enter: isShown && active >= 0 && active < count && (() => choose(active)),
      Escape: isShown && close,
    }
    const attributes = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isShown && count > 0),
      'aria-activedescendant': isShown && active >= 0 ? optionId(active) : '',
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return listen(field, {
      keydown(event) {
        const handler = actions[event.key]
        if (!handler) return
        event.preventDefault()
        handler()
      },
      input() {
        setOpen(true)
        setActive(-1)
      },
      focus: () => setOpen(true),
    })
  })

  useEffect(() => {
    const form = input.current?.form
    if (!form) return
    return listen(form, {
      focusout({ relatedTarget }) {
        if (!form.contains(relatedTarget as Node | null)) setOpen(false)
      },
    })
  }, [input])

  return { isShown, active, listId, optionId }
}
