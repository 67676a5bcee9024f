const liveSettingPattern = /^(SESSION_SECRETS|ENCRYPTION_KEYS|DATABASE_URL|PUBLIC_URL|SMTP_URL|PIX_\w+)$/

/**
 * The sandbox opens by itself only where nothing of a live shop is set, so that it never does on a live shop's database. An
 * empty variable counts as unset. Plain JavaScript, for bootstrap.mjs.
 *
 * @returns what SANDBOX is for the program that starts
 */
export function chooseSandbox(env) {
  const isLive = Object.entries(env).some(([name, value]) => value && liveSettingPattern.test(name))
  return env.SANDBOX || (isLive ? undefined : '1')
}
