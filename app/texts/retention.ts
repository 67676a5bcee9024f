import type { DataClass, Period } from '../../server/platform/retention.ts'

type Table = Record<DataClass, Period | null>

/** Every class of personal data, and until when it is kept: the table's periods in words (LGPD, art. 9, II). */
const sentences: Record<DataClass, (period: string) => string> = {
  account: () => 'Cadastro, endereços, favoritos e pacientes: enquanto a conta existir.',
  orders: () =>
    'Pedidos: pelo prazo que a lei fiscal manda; sem endereço nem observação depois de a conta ser excluída.',
  prescriptions: () =>
    'Receitas de pedidos: enquanto a conta existir; as retidas, pelo prazo que a lei sanitária manda, criptografadas e sem nome.',
  unusedPrescriptions: (period) => `Receitas enviadas e não usadas: apagadas em ${period}.`,
  laboratoryCpf: (period) => `CPF para o desconto do laboratório: ${period}.`,
  coverageNotices: (period) =>
    `E-mail de quem pediu para saber quando chegarmos ao seu CEP: até o aviso, por no máximo ${period}.`,
  stockNotices: () => 'E-mail de quem pediu para saber de um produto: até o aviso.',
  mails: (period) => `E-mails que escrevemos: até serem enviados, por no máximo ${period}.`,
  webhookMessages: (period) => `Números de pedidos informados aos nossos próprios sistemas: ${period}.`,
  visits: (period) => `Visitas sem conta: ${period} depois da última.`,
  sessions: (period) => `Acesso à conta em um aparelho: ${period} depois do último uso.`,
  devices: (period) => `Sinal de que um aparelho é seu: ${period}.`,
  attempts: (period) =>
    `Tentativas de entrar na conta: contadas sem guardar e-mail nem endereço de rede legíveis, por no máximo ${period} depois da última.`,
  searches: (period) => `Buscas que não acharam nada, sem dizer de quem: ${period}.`,
  accessLog: () => 'Registros de acesso: 6 meses, mesmo depois de a conta ser excluída.',
}

export function retentionLines(table: Table): string[] {
  return (Object.keys(sentences) as DataClass[]).map((name) => sentences[name](words(table[name])))
}

function words(period: Period | null): string {
  if (period === null) return ''
  if ('hours' in period) return `${period.hours} horas`
  return period.days === 1 ? '1 dia' : `${period.days} dias`
}
