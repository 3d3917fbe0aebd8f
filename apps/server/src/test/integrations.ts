/** Integrations as the operator enters them, with the credentials of the simulator. */

export const mpesa = (organization_id: string) => ({
  organization_id,
  type: 'mpesa' as const,
  consumer_key: 'sim-daraja-key',
  consumer_secret: 'sim-daraja-secret',
  meta: {
    initiator_name: 'payrollapi',
    initiator_password: 'Simulator#2026',
    short_code: '600997',
  },
})

export const kcb = (organization_id: string) => ({
  organization_id,
  type: 'bank' as const,
  consumer_key: 'sim-kcb-key',
  consumer_secret: 'sim-kcb-secret',
  meta: { company_code: 'KE0010001' },
})

export const coop = (organization_id: string) => ({
  organization_id,
  type: 'bank' as const,
  consumer_key: 'sim-coop-key',
  consumer_secret: 'sim-coop-secret',
})
