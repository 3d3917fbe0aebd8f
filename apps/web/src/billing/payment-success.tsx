import { Button, Group, Text } from '@mantine/core'
import { billing } from '@mshahara/contract/billing'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refresh } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { IconCircleCheck } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import classes from './plans.module.css'

export default function PaymentSuccess() {
  const may = useMay()
  useEffect(() => void refresh(), [])
  return (
    <Page title="Payment Successful">
      <div className={`card ${classes.done}`}>
        <IconCircleCheck size={64} aria-hidden />
        <Text size="lg">We have received your payment for the subscription.</Text>
        <Group justify="center">
          <Button component={Link} to="/dashboard">
            Dashboard
          </Button>
          {may(billing.list) && (
            <Button component={Link} to="/billing" variant="default">
              Billing History
            </Button>
          )}
        </Group>
      </div>
    </Page>
  )
}
