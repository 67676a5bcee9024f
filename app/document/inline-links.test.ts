import { expect, test } from 'vitest'
import { leaveOutRareStyles } from './inline-links.tsx'

const shared = '.p20{color:red}'
const message = '.q60{display:grid}.q60 .p20{margin:0}@media print{.q60{color:red}}'
const toast = '.s70{position:fixed}'
const stylesheets = new Map([
  ['/assets/rareMessage-AbC_12-x.css', message],
  ['/assets/rareNotes-AbCd12.css', toast],
  ['/assets/shop-AbCd12.css', shared],
])
const page = (body: string) => `<style>${message}${toast}${shared}</style>${body}`

test('a page goes without the styles of messages and the like where it shows none, and says so to its scripts', () => {
  expect(leaveOutRareStyles(page('<a class="p20">q60 s70</a>'), stylesheets)).toBe(
    `<style>/*rareMessage*//*rareNotes*/${shared}</style><a class="p20">q60 s70</a>`,
  )
  const refused = '<div class="p20 q60">'
  expect(leaveOutRareStyles(page(refused), stylesheets)).toBe(
    `<style>${message}/*rareNotes*/${shared}</style>${refused}`,
  )
  const added = '<dialog class="s70" open>'
  expect(leaveOutRareStyles(page(added), stylesheets)).toContain(toast)
})
