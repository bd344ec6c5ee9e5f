/** What reasons are about, with their other words. Whether one is for or against a brand is read from the words beside it. */
export const ASPECTS = `
accuracy
battery life: battery, battery backup
build quality: built, construction, craftsmanship, well built
camera: cameras, photos, photography
capacity: storage capacity
cleaning: cleanup, clean, cleaning performance
comfort: comfortable fit, fit
coverage: network coverage
customer support: support, customer service, support team, service
customization: customizable, customisation, flexibility
design: look, looks, style, styling
display: screen, picture quality, image quality
documentation: docs, guides
durability: longevity
ease of use: usability, user experience, user-friendliness
energy use: energy efficiency
features: feature set, functionality
fees: annual fee, hidden fees
free plan: free tier, free version, free trial
handling: maneuverability, grip
integrations: integration, compatibility
interface: user interface, app, mobile app
noise cancellation: noise canceling, noise cancelling, noise isolation
performance: processing power
portability
price: pricing, cost, costs, price point, price tag
privacy
quality: material, materials
range
reliability: stability, uptime
reporting: reports, analytics, dashboards
rewards: points, cashback, perks
safety
security: encryption
selection: library, catalog, variety
setup: installation, onboarding, set up, set-up
software updates: updates, software support
sound quality: sound, audio quality, audio, tone, bass
speed: speeds, response time
storage
suction: suction power
support for beginners: learning curve
taste: flavor, flavour
value: value for money
warranty
waterproofing: water resistance, weather resistance
weight
`;

/** Words that are a reason by themselves. */
export const FOR = `
affordable: affordably, inexpensive, budget-friendly, cost-effective, cheap, cheaper, low-cost, reasonably priced
comfortable: cozy, comfy
compact: small footprint, space-saving
customizable: flexible
durable: sturdy, rugged, long-lasting, well-built, well-made
easy to clean
easy to set up: simple to set up, easy setup, quick setup, easy to install
easy to use: user-friendly, intuitive, beginner-friendly, simple to use, ease of use
eco-friendly: sustainable, sustainability
fast: quick, speedy, lightning-fast
feature-rich: full-featured
good value: great value, excellent value, best value, value for money
lightweight: portable
powerful
quiet: silent
reliable: dependable, reliability
scalable
secure
sleek: stylish, beautiful
versatile: versatility
well documented
`;

export const AGAINST = `
buggy: bugs, glitchy, crashes
bulky: cumbersome
expensive: pricey, overpriced, costly, premium price, high price, higher price, price tag, more expensive
fragile: flimsy
hard to clean
hard to set up: difficult to set up, complicated setup
hard to use: difficult to use, unintuitive, clunky, confusing, complicated
heavy
hidden fees: hidden costs
limited: limited features, lacks features
noisy: loud
outdated: dated
poor support: slow support
short battery life: poor battery life
slow: sluggish, laggy
steep learning curve: learning curve
unreliable: inconsistent
`;
