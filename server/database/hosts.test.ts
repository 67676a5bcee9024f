import { expect, test } from 'vitest'
import { hostUrls } from './hosts.ts'

test.each([
  ['postgres://shop:p@db/shop', ['postgres://shop:p@db/shop']],
  [
    'postgres://a,b:5433/shop?sslmode=verify-full',
    ['a', 'b:5433'].map((at) => `postgres://${at}/shop?sslmode=verify-full`),
  ],
  ['postgresql://u:p%40,@[::1]:5432,db2', ['postgresql://u:p%40,@[::1]:5432', 'postgresql://u:p%40,@db2']],
  ['postgres:///shop?host=/var/run/postgresql', ['postgres:///shop?host=/var/run/postgresql']],
])('%s names one address for each server', (location, urls) => {
  expect(hostUrls(location)).toEqual(urls)
})
