import type { LoaderFunctionArgs } from '@remix-run/node'
import { getSiteOrigin } from '../http/origin.server.ts'

/**
 * The app config by the specification's names (section 3), for programs: the prefix of picture paths, the branches, the
 * telephone, and whether orders are paid in the shop.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { delivery, profile, payments } = args.context.shop
  const origin = getSiteOrigin(args)
  const branches = await delivery.listBranches()
  const config = {
    base_urls: { banner_image_url: origin, product_image_url: origin, category_image_url: origin },
    branches: branches.map((branch) => ({
      id: branch.id,
      open_time: branch.openTime,
      close_time: branch.closeTime,
      is_open: branch.isOpen,
      // Days with other hours counted; null while it is open.
      opens_at: branch.opensAt?.toISOString() ?? null,
      whatsapp: branch.whatsapp,
      shipping_estimate: branch.shippingEstimateMinutes,
      shipping_later: branch.shipsByAppointment,
    })),
    restaurant_phone: profile.phone,
    native_payment_for_ecomm: !payments.offeredProviderNames.includes('external'),
  }
  return Response.json(config, { headers: { 'Cache-Control': 'public, max-age=300' } })
}
