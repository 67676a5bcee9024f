import { expect, test } from 'vitest'
import { listFavourites } from '../../server/wishlist/wishlist.ts'
import { demoCustomer, openTestShop } from '../support/shop.ts'

test('favourites are kept once each, the newest first, and leave one by one or all together', async () => {
  const shop = await openTestShop()
  const { wishlist, clock } = shop
  const { customerId } = await demoCustomer(shop)
  await wishlist.clearFavourites(customerId)
  expect(await wishlist.addFavourite(customerId, 60)).toEqual([60])
  clock.pass(1)
  expect(await wishlist.addFavourite(customerId, 14)).toEqual([14, 60])
  expect(await wishlist.addFavourite(customerId, 60)).toEqual([14, 60])
  expect(await wishlist.removeFavourite(customerId, 14)).toEqual([60])
  expect(await wishlist.removeFavourite(customerId, 14)).toEqual([60])
  expect(await wishlist.clearFavourites(customerId)).toEqual([])
})

test('a product that does not exist is no favourite', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const refused = {
    code: 'wishlist.notAdded',
    status: 404,
    message: 'Falha ao adicionar o produto à seus favoritos',
  }
  const before = await shop.wishlist.addFavourite(customerId, 60)
  await expect(shop.wishlist.addFavourite(customerId, 999_999)).rejects.toMatchObject(refused)
  expect(await shop.wishlist.listFavourites(customerId)).toEqual(before)
})

test('one customer’s favourites are not another’s', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const others = await shop.wishlist.listFavourites(customerId + 1)
  await shop.wishlist.addFavourite(customerId, 60)
  await shop.wishlist.clearFavourites(customerId + 1)
  expect(await shop.wishlist.listFavourites(customerId)).toContain(60)
  expect(others).not.toContain(60)
})

test('favourites that cannot be read are refused with the specification’s sentence', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const away = Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
  const db = shop.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(away),
  })
  await expect(listFavourites({ ...shop.ctx, db }, customerId)).rejects.toMatchObject({
    status: 503,
    message: 'Falha ao obter os produtos favoritos do usuário',
  })
})

test('a fault of the program is not told as favourites that cannot be read', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  await shop.database.db.schema.dropTable('wishlistItem').execute()
  await expect(shop.wishlist.listFavourites(customerId)).rejects.toThrow(/wishlist_item/)
})

test('the calls wishlist/* answer the list of ids, and are for customers only', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const caller = { customerId, clientNetwork: 'test' }
  const { operations } = shop
  const add = operations['wishlist/addProduct']
  const remove = operations['wishlist/removeProduct']
  const list = operations['wishlist/getWishlist']
  await shop.wishlist.clearFavourites(customerId)
  expect(await add.run(shop.ctx, add.input.parse({ productId: '60' }), caller)).toEqual([60])
  expect(await list.run(shop.ctx, {}, caller)).toEqual([60])
  expect(await remove.run(shop.ctx, remove.input.parse({ productId: 60 }), caller)).toEqual([])
  for (const productId of ['', 'abc', '-1', '1.5', 2 ** 31])
    expect(add.input.safeParse({ productId }).success).toBe(false)
  await expect(async () => list.run(shop.ctx, {}, { customerId: null, clientNetwork: 'test' })).rejects.toMatchObject({
    status: 403,
  })
})
