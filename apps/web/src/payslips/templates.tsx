import { Button, ColorInput, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type Organization, organizations } from '@mshahara/contract/organizations'
import { payslipTemplates, type TemplateId } from '@mshahara/contract/payslips'
import { subscriptionStatus, subscriptions } from '@mshahara/contract/subscriptions'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '../lib/api.ts'
import { useCallForm } from '../lib/form.ts'
import { today } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { IconCheck, IconExternalLink } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import classes from './templates.module.css'

/** An expired subscription closes this screen, and only this one (A10). */
function useSubscribed(): boolean {
  const navigate = useNavigate()
  const { data, isPending } = useRead(subscriptions.current)
  const expired = !isPending && (!data || subscriptionStatus(data, today()) === 'expired')
  useEffect(() => {
    if (!expired) return
    toast('warning', 'You have an expired subscription. Please renew your subscription.')
    void navigate({ to: '/dashboard', replace: true })
  }, [expired, navigate])
  return !isPending && !expired
}

export default function Templates() {
  const subscribed = useSubscribed()
  const { data: organization } = useRead(organizations.get)
  const { data: list } = useRead(payslipTemplates.list, undefined, { enabled: subscribed })
  const ready = subscribed && organization && list
  return (
    <Page
      title="Payslip Templates"
      subtitle={ready ? `Customize your payslip appearance (${list.length} available)` : ' '}
    >
      {ready ? (
        <>
          <Colors organization={organization} />
          <Stack gap="md">
            <Title order={2}>Available Templates</Title>
            <ul className={classes.grid}>
              {list.map((template) => (
                <Template
                  key={template.id}
                  {...template}
                  current={template.id === organization.template_id}
                />
              ))}
            </ul>
          </Stack>
        </>
      ) : (
        <Text role="status" c="dimmed">
          Loading template data...
        </Text>
      )}
    </Page>
  )
}

function Colors({ organization }: { organization: Organization }) {
  const { light_color, dark_color } = organization
  const { form, submit, busy } = useCallForm({
    endpoint: payslipTemplates.colors,
    initial: { light_color, dark_color },
    done: 'Template colors successfully changed',
  })
  const picker = { format: 'hex', withEyeDropper: false } as const
  return (
    <section className={`card ${classes.colors}`} aria-labelledby="template-colors">
      <form onSubmit={submit} noValidate>
        <Title order={2} id="template-colors" mb="md">
          Template Colors
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <ColorInput
            label="Light color:"
            description="Select a light color for your template"
            {...picker}
            {...form.getInputProps('light_color')}
          />
          <ColorInput
            label="Dark color:"
            description="Select a dark color for your template"
            {...picker}
            {...form.getInputProps('dark_color')}
          />
        </SimpleGrid>
        <Group justify="space-between" mt="md">
          <Text size="sm" c="dimmed" maw={520}>
            Text stays readable whatever you choose: it turns darker or lighter where it must.
          </Text>
          <Button type="submit" loading={busy}>
            Save Colors
          </Button>
        </Group>
      </form>
    </section>
  )
}

interface TemplateProps {
  id: TemplateId
  description: string
  image: string
  current: boolean
}

function Template({ id, description, image, current }: TemplateProps) {
  const apply = useAct(payslipTemplates.apply, { notice: 'Template successfully changed' })
  const [name] = description.split(':')
  return (
    <li className={`card ${classes.template}`} data-current={current || undefined}>
      <img src={image} alt={`The ${name} template`} loading="lazy" width={595} height={842} />
      <p>{description}</p>
      <Group grow gap="xs">
        <Button
          component="a"
          href={`/preview/${id}`}
          target="_blank"
          rel="noopener"
          variant="default"
          aria-label={`Preview ${name}`}
          rightSection={<IconExternalLink size={15} aria-hidden />}
        >
          Preview
        </Button>
        <Button
          disabled={current}
          loading={apply.busy}
          aria-label={current ? `${name} is the current template` : `Apply ${name}`}
          leftSection={current && <IconCheck size={16} aria-hidden />}
          onClick={() => apply.run({ params: { id } })}
        >
          {current ? 'Current' : 'Apply'}
        </Button>
      </Group>
    </li>
  )
}
