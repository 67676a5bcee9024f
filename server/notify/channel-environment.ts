import { z } from 'zod'
import { whatsappEnvironment } from './whatsapp/whatsapp-environment.ts'

/** What the environment says about the channels, a line each. E-mail's is the live shop's own. */
export const channelEnvironment = {
  ...whatsappEnvironment,
}

const ChannelEnvironment = z.object(channelEnvironment)
export type ChannelEnvironment = z.infer<typeof ChannelEnvironment>

/** Of the whole environment, the channels' part. */
export function toChannelEnvironment(env: ChannelEnvironment): ChannelEnvironment {
  return ChannelEnvironment.parse(env)
}
