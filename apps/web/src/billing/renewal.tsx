import { billing } from '@mshahara/contract/billing'
import type { Subscription } from '@mshahara/contract/subscriptions'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../lib/session.ts'

const PaymentModal = lazy(() => import('./payment-modal.tsx'))

/** Trial and Free lead to the plans; what was bought before is renewed at once. */
export default function Renewal({ subscription }: { subscription: Subscription }) {
  const may = useMay()
  const [paying, setPaying] = useState(false)
  const { package: plan } = subscription
  if (!may(billing.init)) return null
  if (plan.name === 'Trial' || plan.name === 'Free') return <Link to="/upgrade">Upgrade</Link>
  return (
    <>
      <button type="button" onClick={() => setPaying(true)}>
        Renew
      </button>
      {paying && (
        <Suspense fallback={null}>
          <PaymentModal
            type="renew"
            package_id={plan.id}
            package_name={plan.name}
            onClose={() => setPaying(false)}
          />
        </Suspense>
      )}
    </>
  )
}
