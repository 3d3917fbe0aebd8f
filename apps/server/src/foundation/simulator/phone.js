/** Asks every second and shows what is new; what somebody is using stays where it is. */

const at = (id) => document.getElementById(id)
const number = at('number')
const shillings = (cents) =>
  `Ksh${(cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 })}`
const time = new Intl.DateTimeFormat('en-KE', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Nairobi',
})
const keys = { pin: 'Enter PIN', wrong_pin: 'Wrong PIN', cancel: 'Cancel' }

function made(tag, className, ...inside) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...inside)
  return element
}

function prompt({ id, number: to, amount, reference, business }) {
  const left = made('span', 'quiet left')
  const question = `Do you want to pay ${shillings(amount)} to ${business}, account ${reference}?`
  const buttons = Object.entries(keys).map(([answer, label]) => {
    const button = made('button', '', label)
    button.type = 'button'
    button.dataset.answer = answer
    button.setAttribute('aria-label', `${label} on ${to}`)
    button.addEventListener('click', () => give(item, id, answer))
    return button
  })
  const item = made(
    'li',
    'prompt',
    made('div', 'head', made('strong', '', to), left),
    made('p', '', question),
    made('div', 'keys', ...buttons),
  )
  item.dataset.key = id
  return item
}

function message({ key, number: to, name, from, text, at: when }) {
  const whose = made('strong', '', `${from} to ${to}`)
  const head = made('div', 'head', whose, made('time', 'quiet', time.format(new Date(when))))
  const item = made('li', 'message', head, made('p', '', text))
  if (name) item.append(made('p', 'quiet', name))
  item.dataset.key = key
  return item
}

async function give(item, id, answer) {
  const buttons = item.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  await fetch(`/dev/phone/${encodeURIComponent(id)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer }),
  }).catch(() => {})
  await look()
  // Still there: the answer did not arrive.
  for (const button of buttons) button.disabled = false
}

/** Puts the list in order and leaves alone what is there already. */
function show(list, entries, keyOf, draw) {
  const there = new Map([...list.children].map((item) => [item.dataset.key, item]))
  const wanted = entries.map((entry) => there.get(keyOf(entry)) ?? draw(entry))
  for (const item of there.values()) if (!wanted.includes(item)) item.remove()
  wanted.forEach((item, index) => {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
  })
  at(`no-${list.id}`).hidden = entries.length > 0
}

let turn = 0

async function look() {
  turn += 1
  const mine = turn
  const asked = number.value.replace(/[\s+-]/g, '').replace(/^0(?=[17]\d)/, '254')
  const response = await fetch(`/dev/phone.json?number=${encodeURIComponent(asked)}`).catch(
    () => undefined,
  )
  const found = response?.ok ? await response.json() : undefined
  // Something else has been asked for meanwhile.
  if (mine !== turn) return
  at('trouble').textContent = found ? '' : 'The payment simulator does not answer.'
  if (!found) return
  show(at('prompts'), found.prompts, ({ id }) => id, prompt)
  show(at('messages'), found.messages, ({ key }) => key, message)
  for (const { id, until } of found.prompts) {
    const item = [...at('prompts').children].find(({ dataset }) => dataset.key === id)
    const seconds = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(found.now)) / 1000))
    const left = item?.querySelector('.left')
    // Not read aloud every second.
    left?.setAttribute('aria-live', 'off')
    if (left) left.textContent = `${seconds} s left`
  }
}

number.addEventListener('input', look)
await look()
setInterval(look, 1000)
