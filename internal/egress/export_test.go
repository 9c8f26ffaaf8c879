package egress

import "context"

// Control is asked about an address by the dialer.
func Control(allowPrivate bool, network, address string) error {
	return guard{allowPrivate}.control(context.Background(), network, address, nil)
}
