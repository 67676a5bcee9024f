import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShopProfile } from '#server/platform/shop-profile.ts'
import { Footer } from './footer.tsx'

const profile: ShopProfile = JSON.parse(readFileSync('server/demo/shop.json', 'utf8'))
const words = (more: Partial<ShopProfile> = {}) =>
  renderToStaticMarkup(<Footer profile={{ ...profile, ...more }} />).replace(/<[^>]*>/g, '')

test('the footer names the special authorisation and the pharmacists on duty where the shop has them', () => {
  const onDuty = { name: 'Rute Sampaio', crf: 'CRF-SP 12.345', hours: 'domingos, 8h-20h' }
  expect(words({ ae: '1.23456-7', pharmacistsOnDuty: [onDuty] })).toMatch(
    /Também de plantão: Rute Sampaio, CRF-SP 12\.345 \(domingos, 8h-20h\)\..*AE 1\.23456-7\./,
  )
  expect(words()).not.toMatch(/AE |de plantão/)
})
