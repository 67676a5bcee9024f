import { useEffect } from 'react'

/** Debounce after the last change (specification, section 9), in milliseconds. */
const debounceMs = 5_000

const streetFieldNames = ['street', 'neighborhood']
const addressFieldNames = [...streetFieldNames, 'city', 'state']

/**
 * Watches a form's postal code: what stands with it goes at once where it changes, and comes back with it. Once it has eight
 * digits and stops changing, the street's fields are filled in. What is typed by hand stays. `streetHref` responds with a
 * street as JSON, or null.
 */
export function useZipcodeLookup(formId: string, streetLookupHref: string): void {
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement | null
    const findField = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | null
    let timer: ReturnType<typeof setTimeout> | undefined
    const readFields = (property: 'value' | 'defaultValue') =>
      ['zipcode', ...streetFieldNames].map((name) => findField(name)?.[property] ?? '')
    let knownFields = readFields('defaultValue')
    // Some may be typed before the scripts start.
    const editedFieldNames = new Set<string>(
      streetFieldNames.filter((name) => findField(name)?.value !== findField(name)?.defaultValue),
    )
    const setField = (name: string, value: string) => {
      const control = findField(name)
      if (control && !editedFieldNames.has(name)) control.value = value
    }

    const fillAddress = async (zipcode: string) => {
      const response = await fetch(`${streetLookupHref}?zipcode=${zipcode}`).catch(() => null)
      const address: Record<string, string> | null = response?.ok ? await response.json().catch(() => null) : null
      if (!address || digitsOf(findField('zipcode')?.value) !== zipcode) return
      for (const name of addressFieldNames) if (address[name]) setField(name, address[name])
      knownFields = readFields('value')
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
      const [knownZipcode, ...knownStreet] = knownFields
      const isKnown = zipcode === digitsOf(knownZipcode)
      for (const [index, name] of streetFieldNames.entries()) setField(name, (isKnown && knownStreet[index]) || '')
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
