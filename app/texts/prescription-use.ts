/** What the pharmacist reads of a prescription that comes again, and says with an approval. */
export const prescriptionUseTexts = {
  firstUse: 'Primeira vez que chega a esta loja.',
  olderUsesHint: 'São os 10 usos mais novos. Os outros estão nos pedidos do cliente.',
  alreadyUsedUp: 'Serve uma vez só, e já serviu',
  usedCount: (useCount: number) => (useCount === 1 ? 'Já serviu 1 vez' : `Já serviu ${useCount} vezes`),
  alsoSent: 'Também foi enviada para outro pedido',
  byAnotherAccount: 'por outra conta',
  order: (orderId: number) => `Pedido ${orderId}`,
  unitCount: (count: number) => (count === 0 ? 'outros produtos' : `${count} un.`),
  undecidedLabel: 'em análise',
  issueDate: (patient: string | null) => (patient === null ? 'Emitida em' : `Emitida em, receita de ${patient}`),
  issueDateHint: 'Como está na receita. O que o cliente escreveu não conta.',
  unitsLegend: 'Quantas unidades a receita cobre',
  unitsHint: (units: number) =>
    `O pedido leva ${units}. O que ela não cobre sai do pedido e volta ao cliente com a sua aprovação.`,
  approvedUnits: (name: string, units: number, orderedUnits: number) => `${name}: ${units} de ${orderedUnits} un.`,
  approvalFields: {
    justification: ['Por que aprovar outra vez', 'Fica registrado com a sua decisão.'],
    notDispensedElsewhere: ['Conferi: não foi dispensada'],
  } as const,
  factsLegend: (patient: string) => `Para o SNGPC, já ou depois: receita de ${patient}`,
  factFields: {
    age: ['Idade', 'Em anos, ou “8 meses”.'],
    sex: ['Sexo'],
    prescriber: ['Quem prescreveu'],
    registration: ['Registro', 'Como CRM-SP 123456.'],
    sncr: ['SNCR', '14 números.'],
    isProlonged: ['Uso prolongado: vale 90 dias, com a quantidade para cada 30 dias'],
  } as const,
  sncrFromQrCode: 'Lido no código QR: confira com a receita.',
  sexes: { F: 'Feminino', M: 'Masculino' },
  chooseOption: 'Escolha',
  justificationTitle: 'Justificativa',
  recordTitle: 'Dados para o SNGPC',
  incompleteHint: 'Ainda faltam dados do paciente ou de quem prescreveu. Complete antes de enviar o registro.',
  saveRecord: 'Salvar dados',
  recordSavedMessage: 'Dados da receita salvos.',
}

/** How often a prescription serves again. */
export const prescriptionRepeatTexts = {
  title: 'Serve de novo',
  legend: (patient: string) => `A receita de ${patient} serve de novo?`,
  approvalLegend: (patient: string) => `Ao aprovar: a receita de ${patient} serve de novo?`,
  fields: { times: ['Mais quantas vezes', 'Vazio ou zero: só esta.'], until: ['Até que dia'] } as const,
  save: 'Salvar vezes',
  savedMessage: 'Vezes da receita salvas.',
  usedCount: (useCount: number, maxUses: number) =>
    `Já serviu de novo ${useCount} de ${maxUses} ${maxUses === 1 ? 'vez' : 'vezes'}.`,
  repeatUse: (useNumber: number, maxUses: number) => `Serve de novo: uso ${useNumber} de ${maxUses}`,
  validUntil: (day: string) => `Até ${day}.`,
  seeFirstDecision: 'Ver a primeira decisão',
}

/** The record of what left the shop of retained prescriptions. */
export const dispensingTexts = {
  title: 'Registro para o SNGPC',
  firstDay: 'Do dia',
  lastDay: 'Até o dia',
  cnpj: 'CNPJ',
  establishment: (cnpj: string, branchNames: string[]) => `${cnpj} (${branchNames.join(', ')})`,
  download: 'Baixar CSV',
  prolonged: 'sim',
  columns: [
    'Saída',
    'Pedido',
    'Loja',
    'CNPJ',
    'Produto',
    'Registro na Anvisa',
    'Lote',
    'Unidades',
    'Idade',
    'Sexo',
    'Prescritor',
    'Registro no conselho',
    'SNCR',
    'Data da receita',
    'Uso prolongado',
  ],
}
