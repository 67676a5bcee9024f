import { expect, test } from 'vitest'
import { buildPalette, computeContrast, darkenForWhiteText } from './colour.ts'

test('contrast is WCAG’s: from 1 to 21, in either order', () => {
  expect(computeContrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
  expect(computeContrast('#ffffff', '#005431')).toBeCloseTo(9.06, 1)
  expect(computeContrast('#123456', '#123456')).toBe(1)
})

test('a colour that white text cannot be read on leads to the nearest darker one that it can', () => {
  expect(darkenForWhiteText('#005431')).toBe('#005431')
  expect(darkenForWhiteText('#777777')).toBe('#767676')
  for (const colour of ['#e8833a', '#ffff00', '#ffffff', '#00ff00', '#ff0000']) {
    const contrast = computeContrast(darkenForWhiteText(colour), '#ffffff')
    expect(contrast).toBeGreaterThanOrEqual(4.5)
    expect(contrast).toBeLessThan(4.7)
  }
})

test.each(['#005431', '#000000', '#767676', '#b31b1b', '#7a1fa2', '#0b57d0', '#a85f00', '#00797a', '#c2185b'])(
  'each text of the colours made of %s can be read on each of its grounds',
  (accent) => {
    const { light, dark } = buildPalette(accent)
    const pairs = [
      ...['#ffffff', '#faf8f4', '#f2efe9', '#f4f1eb', light.actionSoft].map((ground) => [light.action, ground]),
      ...[light.action, light.actionHover].map((ground) => [light.onAction, ground]),
      ...[light.brand, light.brandRaised, dark.brand, dark.brandRaised].map((ground) => ['#ffffff', ground]),
      ...['#0f1411', '#181d19', '#232a25', dark.actionSoft].map((ground) => [dark.action, ground]),
      ...[dark.action, dark.actionHover].map((ground) => [dark.onAction, ground]),
    ]
    for (const [text = '', ground = ''] of pairs)
      expect(computeContrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  },
)
