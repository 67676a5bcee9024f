import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { ShopError } from '../errors.ts'

/** argon2id at OWASP's floor for servers: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Compared with for an unknown e-mail, so that it takes the same time as a wrong password. */
const nobody = hashPassword(crypto.randomUUID())

/** Whether the password matches the hash; without a hash always false, in the same time. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password)
  return matches && passwordHash !== undefined
}

/** The most used passwords of 8 characters or more (NIST SP 800-63B, section 5.1.1.2: refuse what is commonly used). */
const commonPasswords = new Set(
  `12345678 123456789 1234567890 password password1 password123 senha123 senha1234 minhasenha 11111111 00000000 87654321
  qwertyui qwerty123 qwertyuiop 1q2w3e4r 1q2w3e4r5t abcdefgh abcd1234 abc12345 iloveyou princess sunshine football
  baseball superman trustno1 passw0rd p@ssw0rd welcome1 welcome123 admin123 administrador letmein1 dragon123 monkey123
  brasil123 brasil2014 flamengo corinthians palmeiras saopaulo santos123 gremio123 internacional vasco123 cruzeiro
  jesus123 jesuscristo deusefiel amoreterno teamo123 familia1 mudar123 mudarsenha acesso123 teste123 teste1234
  12341234 11223344 12121212 123123123 123321123 147258369 159357159 77777777 88888888 99999999 55555555 66666666
  a1b2c3d4 asdfghjk asdf1234 zxcvbnm1 zaq12wsx qazwsxedc 1qaz2wsx farmacia farmacia123 remedio123 balcao123`
    .split(/\s+/)
    .filter(Boolean),
)

/** @throws ShopError "password.common" */
export function refuseCommon(password: string): void {
  if (commonPasswords.has(password.toLowerCase())) throw new ShopError('password.common', { field: 'password' })
}
