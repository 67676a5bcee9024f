/** One order of the examples, as a till reads it: two boxes of one medicine, a coupon, a Pix. */

const exampleLine = {
  productId: 60,
  sku: 'FD0060',
  ean: '7891058001155',
  name: 'Novalgina 1g 10 Comprimidos',
  quantity: 2,
  picked: 2,
  price: 19.47,
  requiresPrescription: false,
}

const exampleFullLine = {
  ...exampleLine,
  unitPrice: 22.9,
  discount: 6.86,
  promotions: [],
  couponShare: 3.89,
  paid: 35.05,
  lots: [],
}

export const exampleListedOrder = {
  orderId: 1038,
  status: 'preparing' as const,
  branchId: 1,
  customerName: 'Marina Okada',
  neighborhood: 'Bela Vista',
  orderType: 'delivery' as const,
  units: 2,
  total: 42.95,
  placedAt: '2026-03-10T13:00:00.000Z',
  paidAt: '2026-03-10T13:02:10.000Z',
  promisedAt: '2026-03-10T14:02:10.000Z',
  updatedAt: '2026-03-10T13:05:41.000Z',
}

/** 35.05 for the line and 7.90 for the delivery are the 42.95 of the Pix. */
export const exampleOrder = {
  orderId: 1038,
  status: 'preparing' as const,
  nextStatus: 'out_for_delivery' as const,
  branchId: 1,
  customer: { name: 'Marina Okada', phone: '11955550138', email: 'marina@example.com' },
  address: {
    id: 7,
    address_type: 'Casa',
    address: 'Alameda Ribeirão Preto 267 apto 83',
    complement: 'apto 83',
    street: 'Alameda Ribeirão Preto',
    number: '267',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    zipcode: '01331001',
    place_id: null,
  },
  lines: [exampleFullLine],
  note: '',
  total: 42.95,
  delivery: 7.9,
  due: 42.95,
  refunded: 0,
  payments: [
    {
      method: 'pix' as const,
      brand: null,
      installments: null,
      providerId: 'E00000000202603101302a1b2c3d4e5f',
      amount: 42.95,
      fiscalCode: '17' as const,
      status: 'captured' as const,
      refundReason: null,
      receivedAt: '2026-03-10T13:02:10.000Z',
      bankRefunds: [],
    },
  ],
  prescriptionId: null,
  placedAt: '2026-03-10T13:00:00.000Z',
  paidAt: '2026-03-10T13:02:10.000Z',
  promisedAt: '2026-03-10T14:02:10.000Z',
  branchCnpj: '12ABC34501DE35',
  fiscalCpf: '52998224725',
  fiscalCnpj: null,
  endRequest: null,
}

export const examplePickedUnit = { ...exampleLine, picked: 1 }

export const exampleProduct = {
  productId: 60,
  sku: 'FD0060',
  ean: '7891058001155',
  name: 'Novalgina 1g 10 Comprimidos',
  isPaused: false,
  ceiling: 24.12,
}

/** 30 on the shelf, of which orders hold 4: 26 are free, of which 2 are kept back, so the shop sells 24. */
export const exampleOffer = {
  branchId: 1,
  price: 22.9,
  stock: 26,
  shelf: 30,
  reserved: 4,
  safety: 2,
  ceiling: 24.12,
  ceilingColumn: 'PMC 18 %, SP',
}
