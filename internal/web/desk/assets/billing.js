// The page of an order looks again by itself while it waits to be paid, and
// papers have a button that prints them.
const card = document.querySelector('[data-waiting]');
const every = 4000;
const giveUp = Date.now() + 15 * 60 * 1000;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { 'Toolcrib-Fragment': '1' } });
    if (answer.ok && (await answer.text()) !== card.dataset.waiting) location.reload();
  } catch {
    // Without a connection there is nothing new; the next look may have one.
  }
}

if (card) {
  const timer = setInterval(() => (Date.now() < giveUp ? look() : clearInterval(timer)), every);
}

document.querySelector('[data-print]')?.addEventListener('click', () => print());
