import { useEffect } from 'react'

/** Debounce after the last change (specification, section 9), in milliseconds. */
const debounceMs = 5_000

const addressFieldNames = ['street', 'neighborhood', 'city', 'state'] as const

/**
 * Watches a form's postal code: once it has eight digits and stops changing, the street's fields are filled in, except
 * those typed by hand. `streetHref` responds with a street as JSON, or null.
 */
export function useZipcodeLookup(formId: string, streetLookupHref: string): void {
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement | null
    const findField = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null
    const editedFieldNames = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const fillAddress = async (zipcode: string) => {
      const response = await fetch(`${streetLookupHref}?zipcode=${zipcode}`).catch(() => null)
      const address: Record<string, string> | null = response?.ok ? await response.json().catch(() => null) : null
      if (!address || digitsOf(findField('zipcode')?.value) !== zipcode) return
      for (const name of addressFieldNames) {
        const control = findField(name)
        if (control && address[name] && !editedFieldNames.has(name)) control.value = address[name]
      }
    }
    const handleInput = ({ target }: Event) => {
      const { name, value } = target as HTMLInputElement
      if (name !== 'zipcode') {
        if (value === '') editedFieldNames.delete(name)
        else editedFieldNames.add(name)
        return
      }
      clearTimeout(timer)
      const zipcode = digitsOf(value)
      if (zipcode.length === 8) timer = setTimeout(() => fillAddress(zipcode), debounceMs)
    }
    form?.addEventListener('input', handleInput)
    return () => {
      clearTimeout(timer)
      form?.removeEventListener('input', handleInput)
    }
  }, [formId, streetLookupHref])
}

function digitsOf(text: string | undefined): string {
  return (text ?? '').replace(/\D/g, '')
}
