import { useEffect } from 'react'

/** Debounce after the last change (specification, section 9), in milliseconds. */
const debounce = 5_000

const names = ['street', 'neighborhood', 'city', 'state'] as const

/**
 * Watches a form's postal code: once it has eight digits and stops changing, the street's fields are filled in, except
 * those typed by hand. `href` answers with a street as JSON, or null.
 */
export function useStreetWatcher(formId: string, href: string): void {
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement | null
    const field = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null
    const ownNames = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const fill = async (zipcode: string) => {
      const answer = await fetch(`${href}?zipcode=${zipcode}`).catch(() => null)
      const street: Record<string, string> | null = answer?.ok ? await answer.json().catch(() => null) : null
      if (!street || digitsOf(field('zipcode')?.value) !== zipcode) return
      for (const name of names) {
        const control = field(name)
        if (control && street[name] && !ownNames.has(name)) control.value = street[name]
      }
    }
    const watch = ({ target }: Event) => {
      const { name, value } = target as HTMLInputElement
      if (name !== 'zipcode') {
        if (value === '') ownNames.delete(name)
        else ownNames.add(name)
        return
      }
      clearTimeout(timer)
      const zipcode = digitsOf(value)
      if (zipcode.length === 8) timer = setTimeout(() => fill(zipcode), debounce)
    }
    form?.addEventListener('input', watch)
    return () => {
      clearTimeout(timer)
      form?.removeEventListener('input', watch)
    }
  }, [formId, href])
}

function digitsOf(text: string | undefined): string {
  return (text ?? '').replace(/\D/g, '')
}
