import { createStaffLoader } from './staff-pages.server.tsx'

/** Everything the shop stores about a customer, for a customer who asks in writing or at the shop (LGPD, art. 18). */
export const loader = createStaffLoader(async ({ id, backoffice }) => {
  const customerData = await backoffice.customers.exportCustomerData(id)
  return new Response(JSON.stringify(customerData, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="cliente-${id}.json"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
})
