terraform {
  required_version = ">= 1.5"
}

provider "aws" {
  region = var.region
}

variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  topics = ["state", "events"]
}

data "aws_ami" "linux" {
  most_recent = true
}

resource "aws_instance" "broker" {
  ami = data.aws_ami.linux.id

  root_block_device {
    volume_size = 20
  }
}

module "network" {
  source = "./network"
}

output "address" {
  value = aws_instance.broker.public_ip
}
