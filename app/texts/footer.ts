/** The footer, which the server alone renders: no browser loads these. */
export const footerTexts = {
  contact: 'Atendimento',
  institutional: 'Institucional',
  aboutUs: 'Quem somos',
  careers: 'Trabalhe conosco',
  terms: 'Termos e Condições',
  accessibility: 'Acessibilidade',
  services: 'Serviços',
  corporateBenefit: 'Benefício corporativo',
  hospitals: 'Hospitais e clínicas',
  howToSendPrescription: 'Como enviar a receita',
  safety: 'Segurança',
  pharmacistOnline: 'Farmacêutico online',
  anvisaAlerts: 'Alertas da Anvisa',
  privacy: 'Privacidade',
  privacyPolicy: 'Política de privacidade',

  cnpj: (cnpj: string) => `CNPJ ${cnpj}.`,
  pharmacist: (name: string, crf: string) => `Responsabilidade técnica: ${name}, ${crf}.`,
  licence: (number: string) => `Licença sanitária ${number}.`,
  afe: (number: string) => `AFE ${number}.`,
}
