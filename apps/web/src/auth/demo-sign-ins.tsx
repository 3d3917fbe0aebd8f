import { Code, Text } from '@mantine/core'
import classes from './demo-sign-ins.module.css'

const people = [
  ['primary@baraka.test', 'Primary, Baraka Foods'],
  ['admin@baraka.test', 'Admin, Baraka Foods'],
  ['finance@baraka.test', 'Finance, Baraka Foods'],
  ['user@baraka.test', 'User, Baraka Foods'],
  ['employee@baraka.test', 'Employee, Baraka Foods'],
  ['primary@tumaini.test', 'Primary, Tumaini Hardware'],
  ['operator@mshahara.test', 'Platform operator'],
] as const

/** Only with the demo data: whom one can sign in as. */
export function DemoSignIns() {
  return (
    <details className={classes.box}>
      <summary>Demo sign-ins</summary>
      <dl>
        {people.map(([email, who]) => (
          <div key={email}>
            <dt>{email}</dt>
            <dd>{who}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" mt="xs">
        Password of all: <Code>karibu-2026</Code>
      </Text>
      <Text size="sm" mt={4}>
        First-time login: <Code>new@baraka.test</Code> with the ID number <Code>31245678</Code>
      </Text>
    </details>
  )
}
