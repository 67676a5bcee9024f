import { expect, test } from 'vitest'
import { branchSettingSchemas, formatDeliveryWindows } from './branch-import.ts'

test('windows are written as they are read, days in a row together', () => {
  const text = 'mon-wed 08:00-10:00 x20 -30 | sat 08:00-10:00 x20 -30 | sun-sat 14:00-16:00 x5 -60'
  const slots = branchSettingSchemas.delivery_windows.parse(text).map((slot, id) => ({ id, branch_id: 1, ...slot }))
  expect(slots).toHaveLength(11)
  expect(formatDeliveryWindows(slots)).toBe(text)
})
